/** Signing up and out, and what mails lead to. Loaded as one piece. */

export { PasswordRequestScreen } from '../../features/people/session/password-request-screen.tsx'
export { RegistrationScreen } from '../../features/people/session/registration-screen.tsx'
export { LogoutPage } from '../-logout-page.tsx'
export { PasswordResetPage } from '../-password-reset-page.tsx'
export { UnlockPage } from '../-unlock-page.tsx'
