import * as v from 'valibot'
import { PasswordHash } from '../people/account.ts'

export const AccountRemovalBody = v.object({ password: PasswordHash })

/** The head of an export: its lists grow over time, and the readings are in `controllers`, scale by scale. */
export const AccountExport = v.looseObject({
  exportedAt: v.string(),
  account: v.looseObject({ email: v.string() }),
  controllers: v.array(
    v.looseObject({
      readingColumns: v.array(v.string()),
      readings: v.array(v.array(v.nullable(v.union([v.string(), v.number()])))),
      scales: v.array(v.looseObject({})),
    }),
  ),
})
