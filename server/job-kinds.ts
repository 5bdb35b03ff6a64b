import { notifyCustomersJob } from './customer-notices/notify-customers-job.ts'
import { exportJob } from './exports/export-job.ts'
import type { JobKinds } from './jobs/job-kind.ts'
import { backupJob } from './operations/backup-job.ts'
import { retentionJob } from './operations/retention-job.ts'
import { previewSettingsJob } from './rule-replay/preview-settings-job.ts'
import { ruleReplayJob } from './rule-replay/rule-replay-job.ts'
import { rebuildJob } from './timeline/rebuild-job.ts'
import { weatherJob } from './weather/weather-job.ts'

/** What each type of job does. */
export const jobKinds: JobKinds = {
  BACKUP: backupJob,
  EXPORT: exportJob,
  NOTIFY_CUSTOMERS: notifyCustomersJob,
  REBUILD: rebuildJob,
  RETENTION: retentionJob,
  RULE_REPLAY: ruleReplayJob,
  SETTINGS_PREVIEW: previewSettingsJob,
  WEATHER_UPDATE: weatherJob,
}
