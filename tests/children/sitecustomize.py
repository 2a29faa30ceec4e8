"""Read by every Python that a test starts on PostgreSQL: it must stand where the test stands."""

from stands import whereabouts

from mohen import memory

memory._whereabouts = whereabouts
