import type { ChartMark } from './cluster-marks.ts'

const looks = {
  alarm: { token: '--alarm', dash: [] },
  quiet: { token: '--line-strong', dash: [] },
  jump: { token: '--line-strong', dash: [1, 3] },
  intervention: { token: '--ink-quiet', dash: [5, 3] },
} as const

/** The color and the dashes of a mark's line, in pixels: it has the color of alarms only if its flag has it. */
export const lookOf = ({ kind, quiet }: Pick<ChartMark, 'kind' | 'quiet'>): (typeof looks)[keyof typeof looks] =>
  looks[kind === 'alarm' && quiet ? 'quiet' : kind]
