import type { Events } from '../runtime/events.ts'
import type { JobRow } from './job-queries.ts'

/** Tells the open screens of those who may see a job that it has changed. */
export const tellOfJob = (events: Events, row: Pick<JobRow, 'id' | 'account_id' | 'controller_id'>): void =>
  events.publish({
    type: 'job',
    controllerId: row.controller_id ?? 0,
    scaleIds: [],
    job: { id: row.id, accountId: row.account_id },
  })
