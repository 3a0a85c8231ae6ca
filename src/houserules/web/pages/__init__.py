"""The pages that people see: rendered here, brought to life by small modules in `static`."""
