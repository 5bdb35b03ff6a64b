import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, ShieldCheck, ShieldOff, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { SecondFactor } from '#domain/people/second-factor.ts'
import { ApiError } from '../../../api/api-error.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import {
  secondFactorQuery,
  useBeginCodes,
  useRenewRecoveryCodes,
  useTurnCodesOff,
  useTurnCodesOn,
} from './account-queries.ts'
import { asksWhoThisIs, ConfirmSheet } from './confirm-sheet.tsx'
import { Part } from './part.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpCodesSheet } from './set-up-codes-sheet.tsx'

/** One-time codes in addition to the password: turn them on or off, or move them to another phone. */
export function CodesPart({ onTurnedOn }: { onTurnedOn: () => void }) {
  const state = useQuery(secondFactorQuery)
  const begin = useBeginCodes()
  const turnOn = useTurnCodesOn()
  const renew = useRenewRecoveryCodes()
  const turnOff = useTurnCodesOff()
  const [leaving, setLeaving] = useState(false)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | 'lost'>()
  const finish = (made: typeof recoveryCodes) => {
    begin.reset()
    turnOn.reset()
    setRecoveryCodes(made)
    onTurnedOn()
  }
  const enter = (code: string) =>
    turnOn.mutate(code, {
      onSuccess: (made) => finish(made.recoveryCodes),
      onError: async () => {
        // it may have worked although no answer came, and the secret works only once
        const { data: known } = await state.refetch({ cancelRefetch: false })
        if (known?.codesSince && known.codesSince !== begin.data?.codesSince) finish('lost')
      },
    })
  const makeNew = () =>
    renew.mutate(undefined, {
      onSuccess: (made) => setRecoveryCodes(made.recoveryCodes),
      onError: (error) => error instanceof ApiError || setRecoveryCodes((shown) => shown && 'lost'),
    })
  const leave = () => turnOff.mutate(undefined, { onSuccess: () => setRecoveryCodes(undefined) })
  const tries = [
    { ...begin, again: () => begin.mutate() },
    { ...turnOn, again: () => enter(turnOn.variables ?? '') },
    { ...renew, again: makeNew },
    { ...turnOff, again: leave },
  ]
  const asking = tries.find(({ error }) => asksWhoThisIs(error))
  const failed = asking ? undefined : (begin.error ?? renew.error ?? turnOff.error)
  const forgetCodes = () => {
    setRecoveryCodes(undefined)
    renew.reset()
  }
  return (
    <Part title={<FormattedMessage id="account.codes" />} why={<FormattedMessage id="account.codes.why" />}>
      {failed && <Refusal title={<ErrorWords error={failed} />} />}
      {recoveryCodes === 'lost' ? (
        <Banner tone="loss" title={<FormattedMessage id="account.codes.lost" />}>
          <FormattedMessage id="account.codes.lost.why" />
        </Banner>
      ) : (
        recoveryCodes && <RecoveryCodes codes={recoveryCodes} onKept={forgetCodes} />
      )}
      <Loaded query={state}>
        {(known) => (
          <Stack>
            <CodesState known={known} />
            <Row>
              <Button
                icon={known.codesSince ? Smartphone : ShieldCheck}
                busy={begin.isPending}
                onClick={() => begin.mutate()}
              >
                <FormattedMessage id={known.codesSince ? 'account.codes.move' : 'account.codes.turnOn'} />
              </Button>
              {known.codesSince && (
                <>
                  <Button icon={LifeBuoy} busy={renew.isPending} onClick={makeNew}>
                    <FormattedMessage id="account.codes.renew" />
                  </Button>
                  <Button icon={ShieldOff} busy={turnOff.isPending} onClick={() => setLeaving(true)}>
                    <FormattedMessage id="account.codes.turnOff" />
                  </Button>
                </>
              )}
            </Row>
          </Stack>
        )}
      </Loaded>
      <SetUpCodesSheet
        secret={begin.data}
        busy={turnOn.isPending}
        error={asking ? null : turnOn.error}
        onCode={enter}
        onClose={() => {
          begin.reset()
          turnOn.reset()
        }}
      />
      <ConfirmSheet open={asking !== undefined} onClose={() => asking?.reset()} onConfirmed={() => asking?.again()} />
      <Dialog
        open={leaving}
        onClose={() => setLeaving(false)}
        danger
        title={<FormattedMessage id="account.codes.turnOff.question" />}
        confirm={<FormattedMessage id="account.codes.turnOff" />}
        onConfirm={() => {
          leave()
          setLeaving(false)
        }}
      >
        <FormattedMessage id="account.codes.turnOff.next" />
      </Dialog>
    </Part>
  )
}

function CodesState({ known: { codesSince, recoveryCodesLeft } }: { known: SecondFactor }) {
  const intl = useIntl()
  if (!codesSince) return null
  const date = intl.formatDate(codesSince, { dateStyle: 'medium' })
  return (
    <Facts
      facts={[
        {
          id: 'state',
          name: <FormattedMessage id="account.codes.state" />,
          value: <FormattedMessage id="account.codes.since" values={{ date }} />,
        },
        {
          id: 'left',
          name: <FormattedMessage id="account.codes.left" />,
          value: <FormattedMessage id="account.codes.left.count" values={{ count: recoveryCodesLeft }} />,
        },
      ]}
    />
  )
}
