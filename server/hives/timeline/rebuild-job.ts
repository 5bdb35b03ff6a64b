import * as v from 'valibot'
import { defineJob } from '../../platform/jobs/job-kind.ts'
import { rebuildTiles } from './rebuild-tiles.ts'

/** Rebuilds the hour and day tiles from the raw ones, series by series. */
export const rebuildJob = defineJob({
  input: v.object({}),
  startedBy: 'administrator',
  run: ({ deps, progress, signal }) =>
    rebuildTiles(deps.database, (done) => {
      signal.throwIfAborted()
      progress(done)
    }),
})
