import { createOutOfUseEnding } from './alerts/alarms/end-out-of-use.ts'
import { createOngoingTelling } from './alerts/alarms/tell-ongoing.ts'
import { createTransmitterWatch } from './alerts/alarms/transmitters/watch-transmitters.ts'
import { createReminding } from './alerts/courses/remind.ts'
import { createRefusalWatch } from './alerts/notifications/sending/watch-refusals.ts'
import type { createRuleWatch } from './alerts/rules/watch-rules.ts'
import { createVisitEnding } from './alerts/visits/end-visits.ts'
import type { Deps } from './deps.ts'
import { createExampleForgetting } from './exchange/json-mappings/forget-examples.ts'
import type { createReadingRemoval } from './hives/controllers/remove-readings.ts'
import { sweepImports } from './hives/imports/sweep-imports.ts'
import { createUnknownForgetting } from './hives/unknown-fields/note-unknown.ts'
import type { createAverageLoop } from './insight/averages/average-loop.ts'
import { sweepExports } from './insight/exports/sweep-exports.ts'
import { createHintWatch } from './insight/hints/watch-hints.ts'
import { createSeasonTelling } from './insight/season/tell-season.ts'
import { createWeekTelling } from './insight/season/tell-weeks.ts'
import { createRolloutWatch } from './operations/firmware/watch-rollouts.ts'
import { createNodeWatch } from './operations/nodes/watch-nodes.ts'
import { tellOfBreakers } from './operations/upkeep/troubles/tell-of-breakers.ts'
import { tellTroubles } from './operations/upkeep/troubles/tell-troubles.ts'
import { planJobs } from './platform/jobs/plan-jobs.ts'
import type { Scheduler } from './platform/loops/scheduler.ts'

/** Loops that also run when they are woken. */
type Woken = {
  rules: Pick<ReturnType<typeof createRuleWatch>, 'sweep'>
  averages: Pick<ReturnType<typeof createAverageLoop>, 'update' | 'refresh'>
  removal: Pick<ReturnType<typeof createReadingRemoval>, 'run'>
}

/** Schedules what a server does by the clock (UTC); what takes long is spread over the hour. */
export function scheduleWork({ every }: Scheduler, deps: Deps, { rules, averages, removal }: Woken): void {
  const { clock, config, disk, setAside } = deps
  every('*/5 * * * *', 'watch transmitters', createTransmitterWatch(deps))
  every('4-59/5 * * * *', 'tell of ongoing alarms', createOngoingTelling(deps))
  every('3-59/5 * * * *', 'watch refusals', createRefusalWatch(deps))
  every('*/5 * * * *', 'remind of follow-ups', createReminding(deps))
  every('* * * * *', 'end visits', createVisitEnding(deps))
  every('* * * * *', 'end alarms of scales out of use', createOutOfUseEnding(deps))
  every('1-59/5 * * * *', 'rules', rules.sweep)
  every('2-59/5 * * * *', 'firmware roll-outs', createRolloutWatch(deps))
  every('*/10 * * * *', 'regional averages', averages.update)
  every('7-59/10 * * * *', 'news of seasons', createSeasonTelling(deps))
  every('4-59/5 * * * *', 'hints of hives', createHintWatch(deps))
  every('4-59/10 * * * *', 'the week', createWeekTelling(deps))
  every('37 2 * * *', 'all regional averages', averages.refresh)
  every('* * * * *', 'look at push services', tellOfBreakers(deps))
  every('* * * * *', 'tell troubles', () => tellTroubles(deps))
  every('* * * * *', 'look at the disk', disk.look)
  every('* * * * *', 'what is set aside', setAside.report)
  if (config.database.kind === 'postgres') every('* * * * *', 'watch nodes', createNodeWatch(deps))
  every('* * * * *', 'plan jobs', () => planJobs(deps))
  every('17 * * * *', 'forget examples of JSON', createExampleForgetting(deps))
  every('13 * * * *', 'forget unknown values', createUnknownForgetting(deps))
  every('51 * * * *', 'remove old exports', async () => {
    if (clock.isTrusted()) await sweepExports(deps)
  })
  every('41 * * * *', 'give up old uploads', () => sweepImports(deps))
  every('27 * * * *', 'delete what was given up', removal.run)
}
