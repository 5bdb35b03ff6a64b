import type { FollowUpKind, FollowUpStatus, SwarmOutcome } from '#domain/alerts/swarm-course.ts'

/** What people said about a swarm; the hive it went into has a scale, or only a name. Times in epoch ms. */
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

/** The status of something to be done after a swarm; `told_due`: the due time its owner was told of. Times in epoch ms. */
export type FollowUpTable = {
  alarm_id: number
  kind: FollowUpKind
  status: FollowUpStatus
  put_off_until: number | null
  settled_at: number | null
  told_due: number | null
}
