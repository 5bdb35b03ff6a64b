import * as v from 'valibot'
import { countries } from '../platform/country.ts'
import { Locale } from '../platform/locale-schema.ts'
import { lineUpTo, nameUpTo } from '../platform/text-up-to.ts'
import { Email, PasswordHash, Profile } from './account.ts'

/** The address fields that a letter needs. */
export const postalFields = {
  firstname: nameUpTo(100),
  lastname: nameUpTo(100),
  street: nameUpTo(200),
  zip: nameUpTo(20),
  city: nameUpTo(100),
}

export const Country = v.pipe(lineUpTo(2), v.toLowerCase(), v.picklist(countries))
/** A number as people write it, or none. */
const Phone = v.pipe(
  lineUpTo(40),
  v.check(
    (typed) => typed === '' || (/^\+?[\d\s()./-]+$/.test(typed) && /^\D*(\d\D*){5,15}$/.test(typed)),
    'no phone number',
  ),
)

/** The required content of the profile form: the address fields must not be empty. */
export const ProfileBody = v.object({
  ...postalFields,
  country: Country,
  company: v.optional(Profile.entries.company),
  phone: v.optional(Phone),
})

/** A change of a profile: omitted fields stay unchanged, the others follow the rules of the form. */
export const ProfileEdit = v.partial(ProfileBody)
export type ProfileEdit = v.InferOutput<typeof ProfileEdit>

export const RegistrationBody = v.object({
  email: Email,
  password: PasswordHash,
  acceptTerms: v.boolean(),
  language: v.optional(Locale),
  profile: v.optional(ProfileEdit),
})
