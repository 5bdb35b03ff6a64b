import * as v from 'valibot'
import { AppError } from '../../platform/http/app-error.ts'
import { defineJob } from '../../platform/jobs/job-kind.ts'
import { updateWeather } from './update-weather.ts'

/** Loads the weather every night, or for one transmitter, or a period again. What could not be loaded is retried. */
export const weatherJob = defineJob({
  input: v.object({}),
  startedBy: 'administrator',
  schedule: '11 2 * * *',
  async run({ deps, controllerId, from, to, progress, signal }) {
    const span = from === null || to === null ? undefined : { from: from / 1000, to: to / 1000 }
    const { places, problems } = await updateWeather(deps, { controllerId, span, signal, progress })
    const [problem] = problems.values()
    if (problem) throw new AppError(503, problem)
    return { places }
  },
})
