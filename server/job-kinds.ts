import { previewSettingsJob } from './alerts/rule-replay/preview-settings-job.ts'
import { ruleReplayJob } from './alerts/rule-replay/rule-replay-job.ts'
import { rebuildJob } from './hives/timeline/rebuild-job.ts'
import { exportJob } from './insight/exports/export-job.ts'
import { weatherJob } from './insight/weather/weather-job.ts'
import { notifyCustomersJob } from './operations/customer-notices/notify-customers-job.ts'
import { backupElsewhereJob } from './operations/upkeep/backups/backup-elsewhere-job.ts'
import { backupJob } from './operations/upkeep/backups/backup-job.ts'
import { retentionJob } from './operations/upkeep/retention-job.ts'
import type { Config } from './platform/config/config.ts'
import type { JobKinds } from './platform/jobs/job-kind.ts'

const ofFiles: JobKinds = {
  BACKUP: backupJob,
  EXPORT: exportJob,
  NOTIFY_CUSTOMERS: notifyCustomersJob,
  REBUILD: rebuildJob,
  RETENTION: retentionJob,
  RULE_REPLAY: ruleReplayJob,
  SETTINGS_PREVIEW: previewSettingsJob,
  WEATHER_UPDATE: weatherJob,
}

/** What each kind of job does. */
export const jobKindsOf = ({ database }: Pick<Config, 'database'>): JobKinds =>
  database.kind === 'file' ? ofFiles : { ...ofFiles, BACKUP: backupElsewhereJob }
