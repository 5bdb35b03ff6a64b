import { UserRoundCog } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { hand } from '../../../ui/form/own-hand.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { endActAs } from './act-as.ts'
import { askServer } from './restore-session.ts'
import { user } from './session-state.ts'

/** Shown on every screen while an administrator acts as someone else: whose account this is, until when, and how to end it. */
export function ActingBanner() {
  const { acting, email, profile } = useSnapshot(user)
  const intl = useIntl()
  const [ending, setEnding] = useState(false)
  const until = acting?.until
  const isActing = acting !== null
  useEffect(() => {
    hand.isOwn = !isActing
  }, [isActing])
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(() => void askServer().catch(() => undefined), Date.parse(until) - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  if (!acting) return null
  const end = async () => {
    setEnding(true)
    try {
      await endActAs()
    } catch (error) {
      toast.error(<ErrorWords error={error} />)
    } finally {
      setEnding(false)
    }
  }
  const name = [profile.firstname, profile.lastname].filter(Boolean).join(' ')
  return (
    <Banner
      tone="loss"
      icon={UserRoundCog}
      title={<FormattedMessage id="account.acting" values={{ name: [name, email].filter(Boolean).join(', ') }} />}
      actions={
        <Button busy={ending} onClick={() => void end()}>
          <FormattedMessage id="account.acting.end" />
        </Button>
      }
    >
      <FormattedMessage
        id="account.acting.until"
        values={{ time: intl.formatTime(acting.until, { timeStyle: 'short' }) }}
      />
    </Banner>
  )
}
