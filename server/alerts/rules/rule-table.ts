/**
 * A rule of an account. `terms` as JSON; `every_own` 1: for all own hives, otherwise for those in `rule_scale`; `every_channel` 1:
 * told on every channel that takes rules, otherwise on those in `rule_notification`. `since`: when its terms last changed or it was
 * switched on or off. `about_weight` 1: one of its conditions is about weight. Times in epoch ms.
 */
export type RuleTable = {
  id: string
  account_id: number
  name: string
  terms: string
  about_weight: 0 | 1
  every_own: 0 | 1
  every_channel: 0 | 1
  is_on: 0 | 1
  since: number
  created_at: number
}

export type RuleScaleTable = { rule_id: string; scale_id: number }

export type RuleNotificationTable = { rule_id: string; notification_id: number }
