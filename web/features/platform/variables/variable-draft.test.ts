import { expect, it } from 'vitest'
import { defaultGlobalSettings } from '#domain/platform/settings.ts'
import { boundsOf, changesOf, draftOf, faultsOf } from './variable-draft.ts'

const draft = draftOf(defaultGlobalSettings)

it('knows the bounds that the server checks', () => {
  expect(boundsOf('activityDrain')).toEqual({ min: 0, max: 10 })
  expect(boundsOf('averageWeightMinimumMassKg')).toEqual({ min: 0, max: 200 })
})

it('changes only the settings that differ', () => {
  expect(changesOf(draft, defaultGlobalSettings)).toEqual({})
  expect(changesOf({ ...draft, activityDrain: '0.5' }, defaultGlobalSettings)).toEqual({ activityDrain: 0.5 })
})

it.each(['', ' ', '-1', '11', 'much'])('rejects "%s" as a drain', (activityDrain) => {
  expect(faultsOf({ ...draft, activityDrain })).toEqual(['activityDrain'])
  expect(faultsOf(draft)).toEqual([])
})
