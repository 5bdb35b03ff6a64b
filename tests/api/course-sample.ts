/** What can be said about a swarm and its follow-ups. */
export const said = { outcome: 'lost', spot: '', position: null, hiveScaleId: null, hiveName: '' }
export const ticked = { status: 'done', putOffUntil: null, at: '2026-05-18T15:00:00Z' }
