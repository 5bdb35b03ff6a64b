import type { RowsOf } from './row.ts'

/** A row for every table that later migrations create, by migration. */
export const rowsOfLater: RowsOf = {
  '0026-order': [
    [
      'order',
      {
        id: 1,
        key: 'B0XE-5JYT-TXF0-NKFW',
        client_id: 'a',
        account_id: 1,
        language: 'de',
        variant: 'hivewatch',
        site: 'https://hives.example.org',
        config_version: 1,
        mode: 'digital',
        cart: '{}',
        price: '{}',
        currency: 'chf',
        total: 12_000,
        payment_method: 'twint',
        state: 'open',
        email: 'anna@example.org',
        firstname: 'Anna',
        lastname: 'Muster',
        street: 'Waldweg 1',
        zip: '3000',
        city: 'Bern',
        country: 'ch',
        ordered_at: 1_778_400_000_000,
        updated_at: 1_778_400_000_000,
      },
    ],
    ['order_history', { id: 1, order_id: 1, at: 1, actor: 'customer', account_id: 1, action: 'placed' }],
    [
      'order_payment',
      {
        id: 1,
        order_id: 1,
        provider: 'stripe',
        provider_id: 'pi_1',
        amount: 12_000,
        currency: 'chf',
        method: 'twint',
        status: 'received',
        received_at: 1,
      },
    ],
    [
      'order_checkout',
      {
        id: 1,
        order_id: 1,
        provider: 'stripe',
        provider_id: 'cs_1',
        amount: 12_000,
        currency: 'chf',
        method: 'twint',
        url: 'https://pay.example.org/',
        state: 'open',
        due_at: 1,
        expires_at: 2,
        created_at: 1,
      },
    ],
    ['order_fulfilment', { id: 1, order_id: 1, state: 'due', due_at: 1 }],
    ['order_code', { id: 1, order_id: 1, code_sealed: 'a', term_years: 2, created_at: 1 }],
  ],
  '0027-affiliation': [
    [
      'session',
      {
        id: 'acting',
        token_hash: 'acting',
        account_id: 1,
        actor_token_hash: 'a',
        user_agent: '',
        created_at: 1,
        last_seen_at: 1,
        expires_at: 2,
      },
    ],
  ],
  '0028-audit': [
    ['audit', { id: 1, at: 1, actor_id: 1, actor_email: 'a', action: 'x.y', subject_type: 'x', subject_id: '1' }],
  ],
  '0030-customer-notice': [
    [
      'customer_notice',
      { id: 1, account_id: 1, types: '[]', region_ids: '[]', subject: 'a', text: 'b', job_id: 1, created_at: 1 },
    ],
    ['ingest_hour', { from: 1_778_400_000_000, requests: 1, readings: 8, refused: 0 }],
  ],
  '0031-mail-sender': [
    [
      'mail',
      { id: 2, recipient: 'a', subject: 'b', state: 'due', due_at: 1, expires_at: 2, created_at: 1, sender_name: 'c' },
    ],
  ],
  '0032-firmware': [
    [
      'firmware',
      { id: 1, version: '1.4.2', name: '', kind: 'esp', file: 'a.bin', bytes: 64, sha256: 'a', uploaded_at: 1 },
    ],
    [
      'firmware_rollout',
      { id: 1, firmware_id: 1, state: 'done', plan: '{}', stage: 0, numbers: '{}', checked_at: 1, created_at: 1 },
    ],
    ['firmware_rollout_controller', { rollout_id: 1, controller_id: 1, place: 0, earlier_firmware_id: 1 }],
    ['firmware_rollout_event', { id: 1, rollout_id: 1, at: 1_778_400_000_000, what: 'began', numbers: '{}' }],
  ],
  '0033-detection-due': [
    ['unusable_hour', { scale_id: 1, time: 1 }],
    ['detection_due', { scale_id: 1, day: 1_778_371_200, carried: '[]' }],
    ['assessment_due', { alarm_id: 1 }],
  ],
  '0034-set-aside': [
    [
      'set_aside',
      {
        ...{ id: 1, controller_id: 1, series_id: 1, stage: 'readings', reason: 'damaged', message: '' },
        ...{ body: Buffer.from([1]), readings: 1, received_at: 1, attempts: 1, tried_at: 1 },
      },
    ],
  ],
  '0037-trouble': [['trouble', { id: 1, kind: 'disk_low', values: '{}', since: 1_778_400_000_000, last_seen: 1 }]],
  '0038-listening-span': [
    ['listening_span', { id: 1, from: 1, to: 1_778_400_000_000 }],
    ['refused_time', { controller_id: 1, count: 8, since: 1, last_at: 1_778_400_000_000, ahead_seconds: 3600 }],
  ],
  '0040-second-factor': [
    ['one_time_code', { account_id: 1, secret_sealed: 'a', since: 1, last_step: 59_280_000 }],
    ['recovery_code', { account_id: 1, code_hash: 'a' }],
  ],
  '0042-mail-address': [['mail_address', { account_id: 1, address_hash: 'z', address: 'z@example.org' }]],
  '0045-throttled-hour': [
    ['throttled_hour', { controller_id: 1, from: 1_778_400_000_000, reason: 'day', requests: 3 }],
  ],
  '0047-unknown-field': [
    [
      'unknown_field',
      {
        ...{ controller_id: 1, name: 'load_1', last_value: 41.7, last_at: 1_778_400_000_000 },
        ...{ quantity: 'weight', channel: 1, unit: 'as_is' },
      },
    ],
    ['unknown_value', { controller_id: 1, name: 'load_1', slot: 1_778_400_000, time: 1_778_400_042, value: 41.7 }],
  ],
  '0046-field-fault': [
    [
      'field_fault',
      {
        ...{
          controller_id: 1,
          day: 1_778_371_200_000,
          channel: 2,
          field: 'temperature',
          code: 'temperature_unplugged',
        },
        ...{ count: 8, last_value: '-127', last_at: 1_778_400_000_000 },
      },
    ],
  ],
  '0048-api-token': [
    [
      'api_token',
      {
        ...{ id: 1, account_id: 1, token_hash: 'a', name: 'Sheet', scopes: '["readings"]' },
        ...{ created_at: 1_778_400_000_000, expires_at: 1_786_176_000_000, last_used_at: null },
      },
    ],
  ],
  '0049-webhook': [['webhook_message', { delivery_id: 1, message_id: 'a', body: '{}' }]],
  '0050-mqtt-topic': [['mqtt_topic', { topic: 'homeassistant/device/a/config', account_id: 1 }]],
  '0051-raw-weight': [
    ['raw_weight_day', { scale_id: 1, from: 0, bytes: Buffer.from([1]) }],
    ['calibration_point', { controller_id: 1, channel: 1, from: 1, zero_raw: 77_101, kg_per_raw: 0.00005 }],
    ['weighing_due', { scale_id: 1, from: 0 }],
  ],
  '0053-json-mapping': [
    ['json_mapping', { controller_id: 1, mapping: '[]', example_sealed: 'sealed', example_at: 1_778_400_000_000 }],
  ],
  '0055-lora-downlink': [
    ['lora_downlink', { controller_id: 1, interval_hours: 1, failures: 2, tried_at: 1_778_400_000_000 }],
  ],
  '0064-node': [
    [
      'node',
      {
        ...{ id: 'a', session: 'b', address: 'http://10.0.0.1:8080', version: '1', started_at: 1_778_400_000_000 },
        ...{ seen_at: 1_778_400_000_000, stopped_at: null, lost_at: null },
      },
    ],
    ['keeping', { epoch: 1, holder: 'a', lease_until: 1_778_400_015_000, keys: null }],
  ],
  '0057-order-mail': [
    [
      'order_mail',
      {
        ...{ id: 1, order_id: 1, template: 'confirmation', recipient: 'anna@example.org', state: 'failed' },
        ...{ fault: 'refused', answer: '550 no such user', mail_id: 1, due_at: 1, created_at: 1 },
      },
    ],
  ],
  '0065-visit': [
    [
      'visit',
      { id: 'a', controller_id: 1, started_at: 1_778_400_000_000, created_by: 1, created_at: 1_778_400_000_000 },
    ],
  ],
  '0066-rule': [
    [
      'rule',
      {
        ...{ id: 'a', account_id: 1, name: 'Stores', terms: '{}', every_own: 1, every_channel: 1, is_on: 1 },
        ...{ since: 1_778_400_000_000, created_at: 1_778_400_000_000 },
      },
    ],
    ['rule_scale', { rule_id: 'a', scale_id: 1 }],
    ['rule_notification', { rule_id: 'a', notification_id: 1 }],
  ],
  '0067-swarm-course': [
    [
      'swarm_course',
      {
        ...{ alarm_id: 1, outcome: 'caught', spot: 'pear tree', latitude: 46.95, longitude: 7.45 },
        ...{ hive_scale_id: 1, hive_name: '', updated_at: 1_778_400_000_000 },
      },
    ],
    [
      'follow_up',
      {
        ...{ alarm_id: 1, kind: 'afterSwarm', status: 'done', put_off_until: null },
        ...{ settled_at: 1_778_400_000_000, told_due: 1_778_400_000_000 },
      },
    ],
  ],
  '0068-season': [
    ['season_notice', { id: 1, account_id: 1, controller_id: 1, body: '{"place":"Wald","news":[]}', created_at: 1 }],
    ['season_told', { scale_id: 1, kind: 'flowBegun', told_at: 1 }],
    ['season_look', { controller_id: 1, day: '2026-05-10' }],
    ['season_digest', { account_id: 1, weekday: 1, hour: 7, time_zone: 'Europe/Zurich' }],
  ],
  '0071-deviation': [['deviation', { scale_id: 1, time: 1, from: 0, grams: -700 }]],
  '0088-past-channel': [['past_channel', { scale_id: 1, until: 1_778_400_000_000, since: 0, channel: 3 }]],
  '0090-silence-and-edits': [['scale_edit', { scale_id: 1, edited_column: 'name', edited_at: 1_778_400_000_000 }]],
}
