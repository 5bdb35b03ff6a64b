import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { ApiError, OfflineError } from '../../../api/api-error.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { dropKept } from '../../../offline/query-cache.ts'
import { isMissingPart } from '../../../offline/reload-once.ts'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Notice } from './notice.tsx'

/** Shown when a screen fails: no network, a missing part of the app, an error from the server, or a bug. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const missing = isMissingPart(error)
  // without a network, nobody can tell whether that part is really gone
  const offline = error instanceof OfflineError || (missing && !navigator.onLine)
  const kind = offline ? 'offline' : missing ? 'missing' : 'crash'
  // if cached data caused the crash, drop it and retry before this page is even seen
  useLayoutEffect(() => {
    if (kind === 'crash' && dropKept()) reset()
  }, [kind, reset])
  const again = () => {
    if (missing) return window.location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <Notice
      title={<FormattedMessage id={`app.${kind}.title`} />}
      next={error instanceof ApiError ? error.message : <FormattedMessage id={`app.${kind}.next`} />}
    >
      <Row justify="center">
        <Button kind="primary" icon={RotateCw} onClick={again}>
          <FormattedMessage id={kind === 'missing' ? 'app.reload' : 'app.again'} />
        </Button>
        <ButtonAnchor href="/">
          <FormattedMessage id="app.toStart" />
        </ButtonAnchor>
      </Row>
    </Notice>
  )
}
