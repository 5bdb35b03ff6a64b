import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { RuleTerms } from '#domain/alerts/rule.ts'
import {
  changeCondition,
  checkRule,
  chosenConditions,
  emptyDraft,
  noCondition,
  type RuleDraft,
  toDraft,
} from './rule-draft.ts'
import { templateNames, templates } from './rule-templates.ts'

const ZONE = 'Europe/Zurich'
const draft = (over: Partial<RuleDraft>): RuleDraft => ({ ...emptyDraft, ...templates.loss, name: 'Loss', ...over })
const faultsOf = (over: Partial<RuleDraft>) => checkRule(draft(over), ZONE).faults

describe('a form', () => {
  it.each(templateNames)(
    'of the template %s is a rule that the server takes, and the same again when it is opened',
    (name) => {
      const { faults, rule } = checkRule({ ...templates[name], name }, ZONE)
      expect(faults).toEqual([])
      expect(v.parse(RuleTerms, rule.terms)).toEqual(rule.terms)
      expect(checkRule(toDraft(rule), ZONE).rule).toEqual(rule)
    },
  )

  it('says what is missing if it is empty', () => {
    expect(checkRule(emptyDraft, ZONE).faults).toEqual(['name', 'value0'])
  })

  it.each<[string, Partial<RuleDraft>, string[]]>([
    ['a name of spaces', { name: '  ' }, ['name']],
    ['a change of nothing', { conditions: [{ ...noCondition, quantity: 'weight', value: '0' }] }, ['value0']],
    ['what is no number', { conditions: [{ ...noCondition, quantity: 'weight', value: 'NaN' }] }, ['value0']],
    [
      'a battery of 40 V',
      { conditions: [{ ...noCondition, quantity: 'battery', is: 'above', value: '40' }] },
      ['value0'],
    ],
    ['a span of 8 days', { conditions: [{ ...noCondition, quantity: 'weight', value: '2', span: '8' }] }, ['span0']],
    [
      'a fall of the outdoor temperature within half an hour, as the weather is hourly',
      { conditions: [{ ...noCondition, quantity: 'airTemperature', value: '5', span: '30', spanUnit: 'minute' }] },
      ['span0'],
    ],
    ['no span', { conditions: [{ ...noCondition, quantity: 'weight', value: '2', span: '' }] }, ['span0']],
    [
      'half an hour of silence',
      { conditions: [{ ...noCondition, quantity: 'silence', span: '0.5', spanUnit: 'hour' }] },
      ['span0'],
    ],
    [
      'a second condition without a value',
      { conditions: [...templates.loss.conditions, { ...noCondition, quantity: 'rain' }] },
      ['value1'],
    ],
    ['8 days in a row', { lasts: '8', lastsUnit: 'day' }, ['lasts']],
    ['no time at all', { isTimed: true, from: '08:00', to: '08:00' }, ['hours']],
    ['a time that was cleared', { isTimed: true, from: '' }, ['hours']],
    ['no month', { isSeasonal: true, months: [] }, ['months']],
    ['no hive', { everyOwn: false }, ['hives']],
    ['no channel', { everyChannel: false }, ['channels']],
  ])('with %s is sent back', (_, over, faults) => {
    expect(faultsOf(over)).toEqual(faults)
  })

  it('of weather that rises by less within half an hour is a rule, compared with the hour before', () => {
    const calm = { ...noCondition, quantity: 'airTemperature' as const, is: 'risesLess' as const, value: '5' }
    expect(faultsOf({ conditions: [{ ...calm, span: '30', spanUnit: 'minute' }] })).toEqual([])
  })

  it('ignores conditions after an empty one', () => {
    const conditions = [...templates.loss.conditions, noCondition, { ...noCondition, quantity: 'rain' as const }]
    expect(chosenConditions(conditions)).toHaveLength(1)
    expect(faultsOf({ conditions })).toEqual([])
  })

  it('measures silence in the unit shown, whatever the condition was about before', () => {
    const fast = { ...noCondition, quantity: 'weight' as const, value: '2', span: '120', spanUnit: 'minute' as const }
    const silence = changeCondition(fast, { quantity: 'silence' })
    expect(silence).toMatchObject({ span: '120', spanUnit: 'hour' })
    expect(checkRule(draft({ conditions: [silence] }), ZONE).rule.terms.conditions).toEqual([
      { quantity: 'silence', is: 'lasts', hours: 120 },
    ])
    expect(changeCondition(noCondition, { quantity: 'silence' }).spanUnit).toBe('day')
    expect(changeCondition(fast, { quantity: 'rain' }).spanUnit).toBe('minute')
    expect(changeCondition(fast, { spanUnit: 'day' })).toEqual({ ...fast, spanUnit: 'day' })
  })

  it('keeps the time zone of its hours until they are changed', () => {
    const { rule } = checkRule(draft({ isTimed: true, from: '22:00', to: '06:00' }), ZONE)
    const opened = toDraft(rule)
    const zoneAfter = (changes: Partial<RuleDraft>) =>
      checkRule({ ...opened, ...changes }, 'America/New_York').rule.terms.timeZone
    expect(zoneAfter({ name: 'Night' })).toBe(ZONE)
    expect(zoneAfter({ isTimed: false })).toBe(ZONE)
    expect(zoneAfter({ from: '23:00' })).toBe('America/New_York')
    expect(zoneAfter({ from: '23:00', isTimed: false })).toBe(ZONE)
    const allDay = toDraft({ ...rule, terms: { ...rule.terms, hours: null } })
    expect(checkRule({ ...allDay, isTimed: true }, 'America/New_York').rule.terms.timeZone).toBe('America/New_York')
  })

  it('has only the name, hives and channels of a rule that cannot be read', () => {
    const opened = toDraft({ name: 'Old', terms: null, everyOwn: false, scaleIds: [3], channelIds: [5] })
    expect(opened).toMatchObject({ name: 'Old', everyOwn: false, scaleIds: [3], everyChannel: false, channelIds: [5] })
  })
})
