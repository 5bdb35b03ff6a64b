/** What can be said of a swarm and of what is to be done after it. */
export const said = { outcome: 'lost', spot: '', position: null, hiveScaleId: null, hiveName: '' }
export const ticked = { status: 'done', putOffUntil: null, at: '2026-05-18T15:00:00Z' }
