import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { issueCodes } from '#domain/platform/error-reply.ts'
import { locales } from '#domain/platform/locale.ts'
import { issueOf, wordIssue } from './issue-of.ts'

const Body = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.nonEmpty(), v.minLength(2), v.maxLength(4))),
  emptyWeight: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1100))),
  gain: v.optional(v.pipe(v.number(), v.integer())),
  visible: v.optional(v.boolean()),
  scales: v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.maxLength(2))),
  location: v.optional(v.object({ latitude: v.number() })),
  type: v.optional(v.picklist(['weight', 'thermometer'])),
  email: v.optional(v.pipe(v.string(), v.email())),
  imei: v.optional(v.pipe(v.string(), v.regex(/^\d{15}$/))),
  stages: v.optional(
    v.pipe(
      v.number(),
      v.check(() => false, 'rising percentages'),
    ),
  ),
})
const faultOf = (body: object) => issueOf(v.safeParse(Body, body).issues![0])

describe('what is wrong with a value', () => {
  it.each([
    [{ name: '' }, 'empty', 'Name must not be empty.'],
    [{ name: 'x' }, 'too_short', 'Name is too short: at least 2 characters.'],
    [{ name: 'Waldrand' }, 'too_long', 'Name is too long: at most 4 characters.'],
    [{ name: 5 }, 'not_text', 'Name has to be text.'],
    [{ emptyWeight: -1 }, 'too_small', 'Empty weight is too small: at least 0.'],
    [{ emptyWeight: 2000 }, 'too_large', 'Empty weight is too large: at most 1,100.'],
    [{ emptyWeight: '1' }, 'not_number', 'Empty weight has to be a number.'],
    [{ gain: 1.5 }, 'not_whole', 'Range of the load cells has to be a whole number.'],
    [{ visible: 1 }, 'not_boolean', 'Visible has to be true or false.'],
    [{ scales: 1 }, 'not_list', 'Scales has to be a list.'],
    [{ scales: ['a', ''] }, 'empty', 'Scales (2) must not be empty.'],
    [{ scales: ['a', 'b', 'c'] }, 'too_many', 'Scales has too many entries: at most 2.'],
    [{ location: 1 }, 'not_object', 'Location has to be an object.'],
    [{ location: {} }, 'missing', 'Latitude is missing.'],
    [{ type: 'x' }, 'not_listed', 'Type can only be: weight, thermometer.'],
    [{ email: 'x' }, 'not_email', 'E-mail address is not a valid e-mail address.'],
    [{ imei: '1' }, 'wrong_form', 'IMEI does not have the right form.'],
    [{ colour: 1 }, 'unknown_field', 'colour is not known here.'],
  ])('%j: %s', (body, code, message) => {
    expect(wordIssue(faultOf(body), 'en')).toMatchObject({ code, message })
  })

  it.each([
    ['payment.amount', 'Betrag ist nicht gültig.'],
    ['amount', 'Menge ist nicht gültig.'],
    ['readings.3.amount', 'Menge (4) ist nicht gültig.'],
    ['year', 'Jahr ist nicht gültig.'],
    ['ownerEmail', 'E-Mail-Adresse des Besitzers ist nicht gültig.'],
    ['activityDrain', 'Abfluss ist nicht gültig.'],
  ])('names %s by its name in that place', (path, message) => {
    expect(wordIssue({ path, code: 'wrong' }, 'de').message).toBe(message)
  })

  it('includes a schema’s own message if there is no code for it', () => {
    expect(wordIssue(faultOf({ stages: 1 }), 'de')).toEqual({
      path: 'stages',
      code: 'wrong',
      message: 'Stufen ist nicht gültig.',
      detail: 'rising percentages',
    })
  })

  it('names the whole request if it is not about a single field', () => {
    expect(wordIssue(issueOf(v.safeParse(Body, 1).issues![0]), 'fr').message).toMatch(
      /^La requête\s: un objet est attendu\.$/,
    )
  })

  it('has words in every language', () => {
    const values = { limit: 3, listed: 'a, b' }
    for (const locale of locales) {
      const words = issueCodes.map((code) => wordIssue({ path: 'name', code, values }, locale).message)
      expect(new Set(words).size).toBe(issueCodes.length)
    }
  })

  it('is left as it is if it has already been put into words', () => {
    const issue = { path: 'config', line: 3, message: 'Hier fehlt etwas.' }
    expect(wordIssue(issue, 'en')).toBe(issue)
  })
})
