"""What a hash of a password costs who guesses: the other tests take a cheap one in its place."""

from dataclasses import dataclass

from argon2 import PasswordHasher, Type

from frontdesk.app.ledger import passwords, second_factors

AS_SHIPPED = {"password": passwords.hasher, "recovery code": second_factors.hasher}  # before a test has begun


@dataclass(frozen=True)
class Cost:
    kind: Type
    kibibytes: int
    passes: int
    lanes: int


def cost(hasher: PasswordHasher) -> Cost:
    return Cost(hasher.type, hasher.memory_cost, hasher.time_cost, hasher.parallelism)


def test_a_password_costs_what_the_standard_recommends_where_memory_is_scarce() -> None:
    """RFC 9106, section 4, its second recommended option."""
    assert cost(AS_SHIPPED["password"]) == Cost(Type.ID, kibibytes=64 * 1024, passes=3, lanes=4)


def test_a_recovery_code_costs_no_less_than_owasp_asks_for() -> None:
    assert cost(AS_SHIPPED["recovery code"]) == Cost(Type.ID, kibibytes=19 * 1024, passes=2, lanes=1)


def test_what_was_hashed_at_full_cost_still_opens() -> None:
    of_before = AS_SHIPPED["password"].hash("correct-horse-battery")
    assert passwords.is_right(of_before, "correct-horse-battery")
    assert not passwords.is_right(of_before, "another-horse-battery")
