import { Popover, TextInput, UnstyledButton } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import IconDay from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type KeyboardEvent, useRef, useState } from 'react';
import { isDay, listDaysWithoutYear, readDay, writeDay } from '#domain/day/day.ts';
import { findInside } from './focus.ts';
import { utcToday } from './format.ts';
import classes from './DayField.module.css';

/** The days that may be chosen; `error` explains a typed one that is off. */
type Days = Readonly<{ min?: string | undefined; max?: string | undefined; isOff?: (day: string) => boolean }>;

type CalendarLook = Readonly<{
  /** It stays open below the field. */
  isInline?: boolean;
  /** A day that has a ring. */
  ringed?: string;
  /** Beside the calendar. */
  presets?: readonly Readonly<{ label: string; day: string }>[];
}>;

type DayFieldProps = Readonly<{
  id?: string;
  label: string;
  description?: string;
  placeholder?: string;
  /** A UTC day, or invalid text. */
  value: string | null;
  onChange: (day: string | null) => void;
  onBlur?: () => void;
  /** Called with invalid text; without it the field shows its own error. */
  onUnreadable?: (text: string) => void;
  error?: string | undefined;
  days?: Days;
  /** Whether the field may be empty: false leaves more room for the day. */
  canClear?: boolean;
  calendar?: CalendarLook;
}>;

/** The example is allowed: the first of next year, or the nearest day to it. */
function describeUnreadable({ min = '', max = '9999' }: Days): string {
  const next = `${Number(utcToday().slice(0, 4)) + 1}-01-01`;
  return `Please give a date like ${writeDay(next < min ? min : next > max ? max : next)}`;
}

const textOf = (value: string | null): string => (value === null ? '' : writeDay(value));

/**
 * A day, typed or chosen in a calendar that marks today. Text is parsed on blur and Enter. Without a year it is the next
 * such day that the field allows, else the last one.
 */
export function DayField(props: DayFieldProps) {
  const { id, label, description, placeholder = 'No date', value, onChange, onBlur, onUnreadable, error } = props;
  const { days = {}, canClear = true, calendar = {} } = props;
  const { min, max, isOff } = days;
  const { isInline = false, ringed, presets } = calendar;
  const input = useRef<HTMLInputElement>(null);
  const dropdown = useRef<HTMLDivElement>(null);
  const [text, setText] = useState(() => textOf(value));
  const [seen, setSeen] = useState(value);
  const [complaint, setComplaint] = useState<string>();
  const [opened, setOpened] = useState(false);
  const [today, setToday] = useState(utcToday);
  const [month, setMonth] = useState(value !== null && isDay(value) ? value : today);
  const show = (day: string | null) => {
    setText(textOf(day));
    setComplaint(undefined);
  };
  if (seen !== value) {
    setSeen(value);
    show(value);
    if (value !== null && isDay(value)) setMonth(value);
  }

  const choose = (day: string | null) => {
    show(day);
    if (day !== value) onChange(day);
  };
  const read = () => {
    const typed = text.trim();
    const isAllowed = (one: string) =>
      (min === undefined || one >= min) && (max === undefined || one <= max) && isOff?.(one) !== true;
    const near = listDaysWithoutYear(typed, utcToday());
    const day = readDay(typed) ?? near.find(isAllowed) ?? near[0];
    if (typed === '') return choose(null);
    if (day === undefined)
      return onUnreadable === undefined ? setComplaint(describeUnreadable(days)) : onUnreadable(typed);
    if (min !== undefined && day < min) return setComplaint(`Please give ${writeDay(min)} or a later date`);
    if (max !== undefined && day > max) return setComplaint(`Please give ${writeDay(max)} or an earlier date`);
    choose(day);
  };
  const open = () => {
    setToday(utcToday());
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    if (!isInline) input.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      read();
      setOpened(false);
    }
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open();
    requestAnimationFrame(() => findInside(dropdown.current, 'td button[tabindex="0"]')?.focus());
  };
  const day = value !== null && isDay(value) ? value : null;
  const classOf = (date: string) =>
    date === ringed ? { className: classes.ringed ?? '' } : date === today ? { className: classes.today ?? '' } : {};
  const picker = (
    <DatePicker
      value={day}
      {...(isInline
        ? {
            date: month,
            onDateChange: setMonth,
            size: 'xs' as const,
            fullWidth: true,
            classNames: { day: classes.inlineDay ?? '' },
          }
        : { defaultDate: day ?? today })}
      onChange={(chosen) => {
        // In a calendar that stays open the chosen day cannot be taken away.
        if (chosen !== null || !isInline) choose(chosen);
        close();
      }}
      {...(min !== undefined && { minDate: min })}
      {...(max !== undefined && { maxDate: max })}
      {...(isOff !== undefined && { excludeDate: isOff })}
      {...(presets !== undefined && {
        presets: presets.map(({ label: text, day: of }) => ({ value: of, label: text })),
      })}
      getDayProps={(date) => ({ ...classOf(date), ...(date === today && { 'aria-current': 'date' as const }) })}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      hideOutsideDates={!isInline}
      weekendDays={[]}
    />
  );
  const field = (
    <TextInput
      ref={input}
      {...(id !== undefined && { id })}
      {...(isInline && { classNames: { root: classes.inline ?? '' } })}
      label={label}
      description={description}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => {
        read();
        onBlur?.();
      }}
      onKeyDown={onKey}
      error={complaint ?? error}
      autoComplete="off"
      leftSection={
        isInline ? (
          <IconDay size={15} aria-hidden />
        ) : (
          <UnstyledButton
            className="ls-icon"
            aria-label={`Calendar for ${label}`}
            aria-expanded={opened}
            onClick={() => (opened ? setOpened(false) : open())}
          >
            <IconDay size={15} aria-hidden />
          </UnstyledButton>
        )
      }
      rightSection={
        canClear &&
        text !== '' && (
          <UnstyledButton className="ls-icon" aria-label={`Clear ${label}`} onClick={() => choose(null)}>
            <IconX size={13} stroke={2} aria-hidden />
          </UnstyledButton>
        )
      }
    />
  );
  if (isInline)
    return (
      <div className="ls-grid ls-gap-8">
        {field}
        <div ref={dropdown}>{picker}</div>
      </div>
    );

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      withRoles={false}
      trapFocus={false}
      closeOnEscape={false}
    >
      <Popover.Target>{field}</Popover.Target>
      <Popover.Dropdown
        ref={dropdown}
        data-layer
        aria-label={`Calendar for ${label}`}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          close();
        }}
      >
        {picker}
      </Popover.Dropdown>
    </Popover>
  );
}
