import { useSnapshot } from 'valtio'
import { ActingBanner } from './acting-banner.tsx'
import { SecondFactorBanner } from './second-factor-banner.tsx'
import { user } from './session-state.ts'

/** What an administrator needs to know on every screen. */
export function DutyBanners() {
  const { secondFactorMissing } = useSnapshot(user)
  return (
    <>
      <ActingBanner />
      {secondFactorMissing && <SecondFactorBanner />}
    </>
  )
}
