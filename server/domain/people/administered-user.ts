import * as v from 'valibot'
import { Locale } from '../platform/locale-schema.ts'
import { Profile, Role } from './account.ts'
import { Affiliation } from './affiliation.ts'
import { Country } from './profile-form.ts'

/** The sort orders of the list of users; the first is the default. */
export const userSorts = ['email', 'name', 'created'] as const
export type UserSort = (typeof userSorts)[number]

/** A user in the list for administrators and managers. `lastSeen`: when the app was last used, as far as sessions show. */
export const ListedUser = v.object({
  userId: v.number(),
  active: v.boolean(),
  email: v.string(),
  name: v.string(),
  phone: v.string(),
  address: v.string(),
  affiliation: v.nullable(Affiliation),
  creationDate: v.string(),
  lastSeen: v.nullable(v.string()),
  admin: v.boolean(),
  role: Role,
  manager: v.boolean(),
  controllerCount: v.number(),
})
export type ListedUser = v.InferOutput<typeof ListedUser>
export const UserList = v.object({ items: v.array(ListedUser), nextCursor: v.nullable(v.string()) })

/** One user, for administrators; with the first 50 transmitters. */
export const AdministeredUser = v.object({
  ...ListedUser.entries,
  language: Locale,
  profile: Profile,
  sessionCount: v.number(),
  controllers: v.array(v.object({ id: v.number(), name: v.string() })),
})
export type AdministeredUser = v.InferOutput<typeof AdministeredUser>

/** Omitted fields stay unchanged. */
export const UserEditBody = v.partial(
  v.object({
    ...Profile.entries,
    country: v.union([v.literal(''), Country]),
    role: Role,
    affiliationId: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
    admin: v.boolean(),
  }),
)
export type UserEditBody = v.InferOutput<typeof UserEditBody>

/** Without `active` the state is toggled. */
export const UserStateBody = v.object({ active: v.optional(v.boolean()) })

export const UserReply = v.object({ message: v.string(), ...AdministeredUser.entries })
export const UserSignedOutReply = v.object({ message: v.string(), userId: v.number(), ended: v.number() })
