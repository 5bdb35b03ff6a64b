import { DigestOffer } from '../../features/insight/season/digest-offer.tsx'
import { useDigestWays } from '../-settings/use-digest-ways.ts'

/** Offers a weekly message about the hives, through the ways it can be delivered. */
export function WeekOffer() {
  const ways = useDigestWays()
  return ways ? <DigestOffer ways={ways} /> : null
}
