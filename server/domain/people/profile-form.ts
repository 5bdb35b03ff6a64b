import * as v from 'valibot'
import { countries } from '../platform/country.ts'
import { Locale } from '../platform/locale.ts'
import { textUpTo } from '../platform/text-up-to.ts'
import { Email, PasswordHash, Profile } from './account.ts'

const filled = (maximum: number) => v.pipe(textUpTo(maximum), v.nonEmpty())
/** The fields of an address that a letter needs. */
export const postalFields = {
  firstname: filled(100),
  lastname: filled(100),
  street: filled(200),
  zip: filled(20),
  city: filled(100),
}

const Country = v.pipe(textUpTo(2), v.toLowerCase(), v.picklist(countries))
/** As people write a number, or none. */
const Phone = v.pipe(
  textUpTo(40),
  v.check(
    (typed) => typed === '' || (/^\+?[\d\s()./-]+$/.test(typed) && /^\D*(\d\D*){5,15}$/.test(typed)),
    'no phone number',
  ),
)

/** What the profile form must bring: the address fields may not be empty. Company and phone stay as they are where they are left out. */
export const ProfileBody = v.object({
  ...postalFields,
  country: Country,
  company: v.optional(Profile.entries.company),
  phone: v.optional(Phone),
})

export const RegistrationBody = v.object({
  email: Email,
  password: PasswordHash,
  acceptTerms: v.boolean(),
  language: v.optional(Locale),
  profile: v.optional(v.partial(ProfileBody)),
})
