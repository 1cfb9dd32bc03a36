"""Days as they are said: with their year wherever that is not the present one."""

from datetime import date

from frontdesk.models.facts import Language

WEEK = 7
WEEK_ZH = "一二三四五六日"


def date_words(day: date, today: date, language: Language) -> str:
    """3月2日, 2027年3月2日; 2 March, 2 March 2027."""
    if language is Language.ZH:
        return f"{'' if day.year == today.year else f'{day.year}年'}{day.month}月{day.day}日"
    return f"{day.day} {day:%B}{'' if day.year == today.year else f' {day.year}'}"


def day_words(day: date, today: date, language: Language) -> str:
    """Today, tomorrow, a weekday of this week and the next; else the date."""
    ahead, zh = (day - today).days, language is Language.ZH
    if ahead in (0, 1):
        return ("今天", "明天")[ahead] if zh else ("today", "tomorrow")[ahead]
    if not 0 < ahead < 2 * WEEK:
        return date_words(day, today, language) if zh else f"on {date_words(day, today, language)}"
    if zh:
        return f"{'下' if ahead >= WEEK else ''}周{WEEK_ZH[day.weekday()]}"
    return f"{'next' if ahead >= WEEK else 'on'} {day:%A}"
