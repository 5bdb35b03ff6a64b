import { BadgePercent, Ban, CircleCheck, Hammer, HandCoins, Mail, RotateCcw, Wallet } from 'lucide-react'
import { useState } from 'react'
import type { OrderDetail } from '#domain/shop/order-administration.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { AskBefore, type Asked } from './ask-before.tsx'
import { DiscountSheet, PaymentSheet } from './money-sheets.tsx'
import type { OrderChangesOf } from './use-order-changes.tsx'

/** The actions for an order: the next steps as buttons, the rest in a menu. */
export function OrderActions({ order, changes }: { order: OrderDetail; changes: OrderChangesOf }) {
  const intl = useIntl()
  const [asked, ask] = useState<Asked>()
  const [sheet, setSheet] = useState<'discount' | 'payment'>()
  const { state, due, digital, flags, codes } = order
  const isOpen = state === 'open'
  const label = intl.formatMessage({ id: 'shop-orders.actions' })
  const complete = () =>
    changes.edit.mutate(
      { state: 'completed' },
      {
        onSuccess: () =>
          toast.success(<FormattedMessage id="shop-orders.state.completed" />, {
            action: {
              label: <FormattedMessage id="shop-orders.do.undo" />,
              onPress: () => changes.edit.mutate({ state: 'open' }),
            },
          }),
      },
    )
  return (
    <>
      <Row>
        {isOpen && due > 0 && (
          <Button kind="primary" icon={HandCoins} onClick={() => ask('activatePrepay')}>
            <FormattedMessage id="shop-orders.do.activatePrepay" />
          </Button>
        )}
        {isOpen && !digital && !flags.includes('cleared') && (
          <Button kind={due > 0 ? 'secondary' : 'primary'} icon={Hammer} onClick={() => ask('releaseOrder')}>
            <FormattedMessage id="shop-orders.do.releaseOrder" />
          </Button>
        )}
        {isOpen && (
          <Button icon={CircleCheck} onClick={complete}>
            <FormattedMessage id="shop-orders.do.completed" />
          </Button>
        )}
        {!isOpen && (
          <Button icon={RotateCcw} onClick={() => changes.edit.mutate({ state: 'open' })}>
            <FormattedMessage id="shop-orders.do.open" />
          </Button>
        )}
        <Menu label={label} words={label}>
          <MenuItem icon={Mail} onSelect={() => ask('resendConfirmation')}>
            <FormattedMessage id="shop-orders.do.resendConfirmation" />
          </MenuItem>
          {codes > 0 && (
            <MenuItem icon={Mail} onSelect={() => ask('resendCodes')}>
              <FormattedMessage id="shop-orders.do.resendCodes" />
            </MenuItem>
          )}
          <MenuItem icon={Mail} onSelect={() => ask('sendOffer')}>
            <FormattedMessage id="shop-orders.do.sendOffer" />
          </MenuItem>
          <MenuItem icon={Mail} onSelect={() => ask('sendInvoice')}>
            <FormattedMessage id="shop-orders.do.sendInvoice" />
          </MenuItem>
          <MenuItem icon={Mail} disabled={due <= 0} onSelect={() => ask('requestAdvance')}>
            <FormattedMessage id="shop-orders.do.requestAdvance" />
          </MenuItem>
          {!digital && (
            <MenuItem icon={Hammer} onSelect={() => ask('releaseOrder')}>
              <FormattedMessage id="shop-orders.do.releaseOrder" />
            </MenuItem>
          )}
          <MenuItem icon={Wallet} onSelect={() => setSheet('payment')}>
            <FormattedMessage id="shop-orders.do.payment" />
          </MenuItem>
          <MenuItem icon={BadgePercent} onSelect={() => setSheet('discount')}>
            <FormattedMessage id="shop-orders.do.discount" />
          </MenuItem>
          {isOpen && (
            <MenuItem icon={Ban} danger onSelect={() => ask('cancel')}>
              <FormattedMessage id="shop-orders.do.cancelled" />
            </MenuItem>
          )}
        </Menu>
      </Row>
      <AskBefore asked={asked} order={order} changes={changes} onClose={() => ask(undefined)} />
      <DiscountSheet order={order} changes={changes} open={sheet === 'discount'} onClose={() => setSheet(undefined)} />
      <PaymentSheet order={order} changes={changes} open={sheet === 'payment'} onClose={() => setSheet(undefined)} />
    </>
  )
}
