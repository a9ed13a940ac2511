"""URLs of the account pages."""

from django.urls import path

from accounts import settings_page, token_pages, views
from accounts.passkeys import changing, confirming

app_name = "accounts"
urlpatterns = [
    path("login", views.login, name="login"),
    path("verify", views.verify, name="verify"),
    path("verify/resend", views.resend, name="resend"),
    path("logout", views.logout, name="logout"),
    path("acknowledge", views.acknowledge, name="acknowledge"),
    path("settings", settings_page.show, name="settings"),
    path("settings/export", settings_page.export, name="export"),
    path("settings/sign-out-everywhere", settings_page.sign_out_everywhere, name="sign_out_everywhere"),
    path("settings/feeds/new", settings_page.new_feed_link, name="new_feed_link"),
    path("settings/feeds/off", settings_page.no_feed_link, name="no_feed_link"),
    path("settings/tokens", token_pages.make, name="tokens"),
    path("settings/tokens/<row:pk>/revoke", token_pages.revoke, name="revoke_token"),
    path("settings/delete", settings_page.delete, name="delete"),
    path("confirm", confirming.confirm, name="confirm"),
    path("confirm/options", confirming.options, name="confirm_options"),
    path("confirm/code", confirming.send_code, name="confirm_code"),
    path("confirm/link", confirming.link, name="passkey_link"),
    path("settings/passkeys/options", changing.options, name="passkey_options"),
    path("settings/passkeys/add", changing.add, name="passkey_add"),
    path("settings/passkeys/<row:pk>/rename", changing.rename, name="passkey_rename"),
    path("settings/passkeys/<row:pk>/remove", changing.remove, name="passkey_remove"),
    path("settings/passkeys/second-step", changing.second_step, name="second_step"),
    path("upload", settings_page.upload, name="upload"),
    path("admin/login/", views.admin_login),
    path("admin/logout/", views.logout),
]
