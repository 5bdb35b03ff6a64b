/** What few visits need of a session. Loaded as one piece. */

export { CodeStep } from './code-step.tsx'
export { DutyBanners } from './duty-banners.tsx'
export { ProfileScreen } from './profile-screen.tsx'
export { SignInWhy } from './sign-in-why.tsx'
export { tellOfDraft } from './tell-of-draft.tsx'
