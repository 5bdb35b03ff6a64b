import { DigestOffer } from '../../features/insight/season/digest-offer.tsx'
import { useDigestWays } from '../-settings/use-digest-ways.ts'

/** Offers the week of one's hives, by what it can come. */
export function WeekOffer() {
  const ways = useDigestWays()
  return ways ? <DigestOffer ways={ways} /> : null
}
