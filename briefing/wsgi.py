import os

import django
from django.core.wsgi import get_wsgi_application

from briefing.local.static import prepare

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "briefing.settings")
django.setup()
prepare()  # also after a reload, which may bring other files
application = get_wsgi_application()
