import type { FollowUpKind, FollowUpStatus, SwarmOutcome } from '#domain/alerts/swarm-course.ts'

/** What people said of a swarm; it went into a hive with a scale, or into one that has only a name. Times in epoch ms. */
export type SwarmCourseTable = {
  alarm_id: number
  outcome: SwarmOutcome | null
  spot: string
  latitude: number | null
  longitude: number | null
  hive_scale_id: number | null
  hive_name: string
  updated_at: number
}

/** How far something is that is to be done after a swarm; `told_due`: the due time that its owner was told of. Times in epoch ms. */
export type FollowUpTable = {
  alarm_id: number
  kind: FollowUpKind
  status: FollowUpStatus
  put_off_until: number | null
  settled_at: number | null
  told_due: number | null
}
