/** Parts of the session that few visits need, loaded as one chunk. */

export { CodeStep } from './code-step.tsx'
export { DutyBanners } from './duty-banners.tsx'
export { ProfileScreen } from './profile-screen.tsx'
export { SignInWhy } from './sign-in-why.tsx'
export { tellOfDraft } from './tell-of-draft.tsx'
