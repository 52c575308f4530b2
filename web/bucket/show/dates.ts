// The calendar's styles come with the page that has one.
import '@mantine/dates/styles.layer.css';
