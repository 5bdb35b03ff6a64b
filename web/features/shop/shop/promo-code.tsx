import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import type { StepProps } from './step-props.ts'
import { askPrice } from './validate-cart.ts'

const LONGEST = 60

/** Checks a promo code before it goes into the cart, so that a wrong one does not leave the cart without a total. */
export function PromoCode({ cart, onChange }: Pick<StepProps, 'cart' | 'onChange'>) {
  const [typed, type] = useState('')
  const [isMissing, setMissing] = useState(false)
  const redeem = useMutation({
    mutationFn: (promoCode: string) => askPrice({ ...cart, promoCode }),
    onSuccess: (_answer, promoCode) => {
      onChange((now) => ({ ...now, promoCode }))
      type('')
    },
    meta: { tellsItself: true },
  })
  if (cart.promoCode) {
    return (
      <Row justify="between">
        <Badge tone="ok" wrap>
          <FormattedMessage id="shop-wizard.promo.in" values={{ code: cart.promoCode }} />
        </Badge>
        <Button kind="quiet" icon={Trash2} onClick={() => onChange((now) => ({ ...now, promoCode: '' }))}>
          <FormattedMessage id="shop-wizard.promo.remove" />
        </Button>
      </Row>
    )
  }
  const press = () => {
    const code = typed.trim()
    setMissing(code === '')
    if (code !== '') redeem.mutate(code)
  }
  return (
    <Stack gap={3} align="start">
      <TextField
        label={<FormattedMessage id="shop-wizard.promo" />}
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LONGEST}
        value={typed}
        error={
          isMissing ? (
            <FormattedMessage id="shop-wizard.promo.missing" />
          ) : (
            redeem.error && <ErrorWords error={redeem.error} />
          )
        }
        onChange={({ target }) => {
          type(target.value)
          setMissing(false)
          redeem.reset()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          press()
        }}
      />
      <Button busy={redeem.isPending} onClick={press}>
        <FormattedMessage id="shop-wizard.promo.redeem" />
      </Button>
    </Stack>
  )
}
