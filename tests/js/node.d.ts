/** The little of Node that the tests use; the whole of it would hide what browsers lack. */

declare module "node:test" {
  interface TestContext {
    mock: { timers: { enable(options: { apis: string[] }): void; tick(milliseconds: number): void } };
  }
  export default function test(name: string, run: (t: TestContext) => void | Promise<void>): void;
}

declare module "node:assert/strict" {
  const assert: {
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    ok(value: unknown, message?: string): asserts value;
    match(text: string, pattern: RegExp, message?: string): void;
    throws(run: () => unknown, expected?: RegExp): void;
    rejects(promise: Promise<unknown>, expected?: object | RegExp): Promise<void>;
  };
  export default assert;
}
