/** Signing up and signing out, and the targets of links in mails. Loaded as one chunk. */

export { PasswordRequestScreen } from '../../features/people/session/password-request-screen.tsx'
export { RegistrationScreen } from '../../features/people/session/registration-screen.tsx'
export { LogoutPage } from '../-session/logout-page.tsx'
export { PasswordResetPage } from '../-session/password-reset-page.tsx'
export { UnlockPage } from '../-session/unlock-page.tsx'
