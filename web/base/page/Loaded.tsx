import { type ReactNode, useState } from 'react';
import { EmptyState, type EmptyStateProps } from '#web/kit/EmptyState.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { AppPage, type AppPageProps } from './AppPage.tsx';
import { type FailedQuery, FetchError, isMissing } from './FetchError.tsx';

/** A query of TanStack, or anything that can say as much. */
export type LoadedQuery<Data> = FailedQuery &
  Readonly<{
    data: Data | undefined;
    /** The data are those of another key, shown until its own have come. */
    isPlaceholderData?: boolean;
  }>;

type LoadedProps<Data> = Readonly<{
  query: LoadedQuery<Data>;
  /** The title of the failure. */
  title?: string | undefined;
  /** The number of its lines, or what holds the place of the data. Nothing, where the place keeps its size by itself. */
  skeleton?: ReactNode;
  /** What is shown instead of the failure if nothing is at this address. */
  missing?: EmptyStateProps;
  /** What is shown instead of a list without rows. */
  empty?: ReactNode;
  /** The class of a box around the failure and a skeleton of lines: the padding that the data have themselves. */
  className?: string | undefined;
  /** The head of the page that the data become. */
  page?: Omit<AppPageProps, 'children'>;
  /** Left out before the rest of a component that is nothing without data, and beside what can do without them. */
  children?: (data: Data) => ReactNode;
}>;

/**
 * Shows the data of a query once they are there, a skeleton before, and the failure with Retry if there are none. Data that
 * are there stay when a refetch fails: the shell says that the connection is lost, and a save of something older is refused.
 */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, title, skeleton, missing, empty, className, page, children } = props;
  const error = useShownError(query);
  const { data } = query;
  if (error === undefined && data !== undefined)
    return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children?.(data);
  const boxed = (content: ReactNode) =>
    className === undefined ? content : <div className={className}>{content}</div>;
  const instead = () => {
    if (error === undefined) return typeof skeleton === 'number' ? boxed(<Skeleton lines={skeleton} />) : skeleton;
    if (missing !== undefined && isMissing(error)) return <EmptyState {...missing} />;
    const { isFetching, refetch, errorUpdatedAt } = query;
    return boxed(<FetchError title={title} query={{ error, isFetching, refetch, errorUpdatedAt }} />);
  };
  return page === undefined ? instead() : <AppPage {...page}>{instead()}</AppPage>;
}

/** Returns the failure to show, which stays during a retry, so that the pressed button does not vanish. */
function useShownError<Data>({ data, error, errorUpdatedAt, isPlaceholderData }: LoadedQuery<Data>): Error | undefined {
  const [last, setLast] = useState<Readonly<{ error: Error; at: number | undefined }>>();
  if (error && last?.error !== error) setLast({ error, at: errorUpdatedAt });
  if (data !== undefined && isPlaceholderData !== true) return undefined;
  // A query of another key has not failed at that moment.
  const isRetried = last?.at !== undefined && last.at === errorUpdatedAt;
  return error ?? (isRetried ? last.error : undefined);
}

/**
 * Returns several queries as one: its data are what the caller makes of theirs, and Retry tries again those that failed.
 */
export function combineQueries<Data>(
  queries: readonly LoadedQuery<unknown>[],
  data: Data | undefined,
): LoadedQuery<Data> {
  const failed = queries.filter(({ error }) => error);
  return {
    data,
    error: failed[0]?.error,
    errorUpdatedAt: Math.max(...queries.map(({ errorUpdatedAt = 0 }) => errorUpdatedAt)),
    isFetching: queries.some(({ isFetching }) => isFetching),
    isPlaceholderData: queries.some(({ isPlaceholderData }) => isPlaceholderData === true),
    refetch: () => failed.forEach(({ refetch }) => refetch()),
  };
}

type Items<Item> = Readonly<{ items: readonly Item[] }>;

/** The query of a list: its rows, a page with all of them, or pages. */
export type ListQuery<Item> = LoadedQuery<readonly Item[] | Items<Item> | Readonly<{ pages: readonly Items<Item>[] }>>;

/** Returns the query of a list as one whose data are its rows. */
export function listItems<Item>(query: ListQuery<Item>): LoadedQuery<readonly Item[]> {
  const { data, error, errorUpdatedAt, isFetching, isPlaceholderData = false, refetch } = query;
  return { data: data && itemsOf(data), error, errorUpdatedAt, isFetching, isPlaceholderData, refetch };
}

function itemsOf<Item>(data: NonNullable<ListQuery<Item>['data']>): readonly Item[] {
  if ('pages' in data) return data.pages.flatMap(({ items }) => items);
  return 'items' in data ? data.items : data;
}
