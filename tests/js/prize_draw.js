/** The record of a prize draw that the server has written: the third entry that was drawn for its prize. */
export const RECORD = {
  "format": "houserules/prize-draw-1",
  "rulebook": "nsw-pontoon-6to5-2017",
  "promotion": "Spring draw",
  "prize": 0,
  "prize_value": "20000.00",
  "outside": "public event",
  "outside_event": "Powerball draw 1590",
  "closes_at": "2026-09-30T08:00:00Z",
  "commitment": "5fcdf2c9a959a034351ec9a03c1b9593b9af0a6a50fd6362a2ae8d590178d0cf",
  "committed_at": "2026-09-01T00:00:00Z",
  "closed_at": "2026-09-30T08:00:00Z",
  "entries": [
    {
      "entry": 1,
      "code": "1e2d55463e8d4139"
    },
    {
      "entry": 2,
      "code": "1e2d55463e8d4139"
    },
    {
      "entry": 3,
      "code": "1e2d55463e8d4139"
    },
    {
      "entry": 4,
      "code": "939a3871e37cf25c"
    },
    {
      "entry": 5,
      "code": "939a3871e37cf25c"
    },
    {
      "entry": 6,
      "code": "c93378739688d2d7"
    },
    {
      "entry": 7,
      "code": "c93378739688d2d7"
    },
    {
      "entry": 8,
      "code": "c93378739688d2d7"
    },
    {
      "entry": 9,
      "code": "c93378739688d2d7"
    },
    {
      "entry": 10,
      "code": "44ec2965af789ab7"
    }
  ],
  "list_hash": "1897939e69167cbb69aa7a2f2196c98289a2e3025c7ec81fcab0875c7a800baa",
  "value": "3 14 15",
  "given_by": "Gus",
  "given_at": "2026-09-30T08:00:00Z",
  "secret": "7bd5d47e446fcec2a3d811736110e5781bcccea696762e6116c6e9c92d99bf35",
  "rank": 3,
  "winner": 4,
  "code": "939a3871e37cf25c",
  "drawn_by": "Gus",
  "drawn_at": "2026-09-30T08:00:00Z",
  "scrutineer": "Iris"
};
