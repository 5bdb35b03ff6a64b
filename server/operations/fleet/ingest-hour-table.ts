/** What came in during the hour that begins at `from` (epoch ms): requests that were stored, new readings, and refused requests. */
export type IngestHourTable = { from: number; requests: number; readings: number; refused: number }
