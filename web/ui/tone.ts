/** What a color means. A tone never stands alone: a sign, an icon or a word always says the same. */
export type Tone = 'neutral' | 'accent' | 'gain' | 'loss' | 'alarm' | 'stale' | 'ok'
