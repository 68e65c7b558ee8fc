"""The connection pool, tenants, migrations, replica and roles."""
