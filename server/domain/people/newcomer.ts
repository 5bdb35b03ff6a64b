import type { Profile, Role } from './account.ts'

/** The role of a new account. */
export const BEEKEEPER: Role = 3

export const emptyProfile: Profile = {
  firstname: '',
  lastname: '',
  company: '',
  street: '',
  zip: '',
  city: '',
  country: 'ch',
  phone: '',
}
