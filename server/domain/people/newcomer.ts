import type { Profile, Role } from './account.ts'

/** What somebody is who just came. */
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
