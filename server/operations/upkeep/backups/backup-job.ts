import * as v from 'valibot'
import { defineJob } from '../../../platform/jobs/job-kind.ts'
import { keepBackups } from './keep-backups.ts'
import { writeBackup } from './write-backup.ts'

/** Backs up everything that has to be kept while the server runs, and deletes all but the newest few backups. */
export const backupJob = defineJob({
  input: v.object({}),
  startedBy: 'administrator',
  schedule: '7 1 * * *',
  plan: async () => ({ dedupKey: 'backup' }),
  async run({ deps, jobId, signal, progress }) {
    const written = await writeBackup(deps, jobId, { signal, progress })
    const removed = await keepBackups(deps)
    const [first] = written.damage
    if (first === undefined) await deps.troubles.clear('backup_damaged')
    else await deps.troubles.raise({ kind: 'backup_damaged', values: { first, count: written.damage.length } })
    return { ...written, removed }
  },
})
