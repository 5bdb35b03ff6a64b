/** What a reader thread does as a whole, beside the data, on one snapshot. */
export const readerTasks = {}

export type ReaderTasks = typeof readerTasks
