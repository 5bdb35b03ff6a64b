import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type JsonWebhook, listsWithoutTime, type MappedValue } from '#domain/exchange/json-mapping.ts'
import { pathInWords } from '#domain/exchange/json-path.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { useOnline } from '../../../../offline/connection.ts'
import { Loaded } from '../../../../offline/loaded.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { JsonTree } from '../../../../ui/display/json-tree.tsx'
import { Fill, Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../../ui/layout/text.tsx'
import { Banner } from '../../../../ui/status/banner.tsx'
import { JsonPreview } from './json-preview.tsx'
import { jsonQuery, useMapJson } from './json-queries.ts'
import { JsonValueForm } from './json-value-form.tsx'
import { eachPathOf, namedPathsOf, pathOf, type Way } from './json-ways.ts'

/** The last document received, so that the user can say what its values are. */
export function JsonPart({ controllerId }: { controllerId: number }) {
  const query = useQuery(jsonQuery(controllerId))
  return (
    <Loaded query={query} age={false}>
      {(webhook) =>
        webhook.example === null && webhook.mapping.length === 0 ? (
          <div role="status">
            <Text>
              <FormattedMessage id="connect.json.none" />
            </Text>
          </div>
        ) : (
          <Mapping controllerId={controllerId} webhook={webhook} />
        )
      }
    </Loaded>
  )
}

const placeOf = ({ path, quantity, channel }: MappedValue) => {
  const list = path.split('/*')
  return [list.length > 1 ? list[0] : undefined, quantity, quantity === 'time' ? '' : channel].join(' ')
}

function Mapping({ controllerId, webhook }: { controllerId: number; webhook: JsonWebhook }) {
  const intl = useIntl()
  const online = useOnline()
  const save = useMapJson(controllerId)
  const [mapping, setMapping] = useState<readonly MappedValue[]>(webhook.mapping)
  const [pressed, press] = useState<{ way: Way; value: unknown }>()
  const { example, exampleAt } = webhook
  const take = (value: MappedValue) => {
    // each target gets one value, and each path one target
    setMapping([...mapping.filter((one) => placeOf(one) !== placeOf(value) && one.path !== value.path), value])
    press(undefined)
  }
  const paths = new Set(mapping.map(({ path }) => path))
  const isPressed = (way: Way) =>
    paths.has(pathOf(way) ?? '') ||
    paths.has(eachPathOf(way) ?? '') ||
    namedPathsOf(example, way).some(({ path }) => paths.has(path)) ||
    way.join() === pressed?.way.join()
  const lacksTime = listsWithoutTime(mapping).length > 0
  return (
    <Stack gap={5}>
      {example !== null && exampleAt !== null && (
        <>
          <Text>
            <FormattedMessage
              id="connect.json.press"
              values={{ time: intl.formatDate(exampleAt, { dateStyle: 'medium', timeStyle: 'medium' }) }}
            />
          </Text>
          <JsonTree
            label={intl.formatMessage({ id: 'connect.json.document' })}
            document={example}
            isPressed={isPressed}
            onPress={(way, value) => press({ way, value })}
          />
        </>
      )}
      {pressed && pathOf(pressed.way) && (
        <JsonValueForm
          key={pressed.way.join()}
          path={pathOf(pressed.way)!}
          eachPath={eachPathOf(pressed.way)}
          named={namedPathsOf(example, pressed.way)}
          value={pressed.value}
          onTake={take}
        />
      )}
      <Stack gap={2} as="section">
        <Heading level={3}>
          <FormattedMessage id="connect.json.chosen" />
        </Heading>
        {mapping.length === 0 && (
          <Text tone="neutral">
            <FormattedMessage id="connect.json.chosen.none" />
          </Text>
        )}
        {mapping.map((one) => (
          <Row key={one.path} align="center" wrap={false}>
            <Fill>
              <Text>
                {pathInWords(one.path)} → <FormattedMessage id={`connect.json.quantity.${one.quantity}`} />
                {one.quantity !== 'time' &&
                  one.channel > 0 &&
                  one.quantity !== 'battery' &&
                  one.quantity !== 'signal' && (
                    <>
                      , <FormattedMessage id="connect.json.channel" /> {one.channel}
                    </>
                  )}
              </Text>
            </Fill>
            <IconButton
              icon={Trash2}
              label={intl.formatMessage({ id: 'connect.json.remove' }, { path: pathInWords(one.path) })}
              onClick={() => setMapping(mapping.filter((other) => other !== one))}
            />
          </Row>
        ))}
      </Stack>
      {example !== null && mapping.length > 0 && <JsonPreview mapping={mapping} document={example} />}
      {lacksTime && <Banner tone="loss" title={<FormattedMessage id="connect.json.needsTime" />} />}
      <Row>
        <Button
          kind="primary"
          busy={save.isPending}
          disabled={!online || lacksTime}
          onClick={() => save.mutate([...mapping])}
        >
          <FormattedMessage id="connect.json.save" />
        </Button>
      </Row>
    </Stack>
  )
}
