/** Signing up and out, and what mails lead to. Loaded as one piece. */

export { PasswordRequestScreen } from '../../features/people/session/password-request-screen.tsx'
export { RegistrationScreen } from '../../features/people/session/registration-screen.tsx'
export { LogoutPage } from '../-session/logout-page.tsx'
export { PasswordResetPage } from '../-session/password-reset-page.tsx'
export { UnlockPage } from '../-session/unlock-page.tsx'
