/** Hostile programs that open connections, start processes, and ask the system for things. */

import { programs } from './program.ts';

export const NETWORK_PROGRAMS = programs('network', {
  'urllib.request': `
import urllib.request
urllib.request.urlopen('AWAYtrap/urllib').read()`,
  'http.client': `
import http.client
c = http.client.HTTPConnection('HOST', PORT)
c.request('GET', '/trap/http')
c.getresponse()`,
  socket: `
import socket
s = socket.create_connection(('HOST', PORT))
s.sendall(b'GET /trap/socket HTTP/1.0\\r\\n\\r\\n')`,
  _socket: `
import _socket
s = _socket.socket()
s.connect(('HOST', PORT))`,
  'socket by its constructor, found by name': `
import sys
s = [m for k, m in sys.modules.items() if k.endswith('socket')][0]
s.socket().connect(('HOST', PORT))`,
  datagram: `
import socket
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('HOST', PORT))`,
  'asyncio connection': `
import asyncio
async def go():
    r, w = await asyncio.open_connection('HOST', PORT)
    w.write(b'GET /trap/asyncio HTTP/1.0\\r\\n\\r\\n')
asyncio.run(go())`,
  webbrowser: `
import webbrowser
assert webbrowser.open('AWAYtrap/webbrowser')`,
  ftplib: `
import ftplib
ftplib.FTP().connect('HOST', PORT)`,
  smtplib: `
import smtplib
smtplib.SMTP('HOST', PORT)`,
  xmlrpc: `
import xmlrpc.client
xmlrpc.client.ServerProxy('AWAYtrap/xmlrpc').x()`,
  'logging over the net': `
import logging, logging.handlers
h = logging.handlers.HTTPHandler('HOST:PORT', '/trap/logging')
logging.getLogger().addHandler(h)
logging.getLogger().warning('x')
raise OSError('logging swallows its errors')`,
  ssl: `
import ssl
ssl.get_server_certificate(('HOST', PORT))`,
  antigravity: `
import antigravity`,
  'name look-up': `
import socket
socket.gethostbyname('localhost')`,
});

export const PROCESS_PROGRAMS = programs('processes and system', {
  'os.system': `
import os
assert os.system('curl AWAYtrap/system') == 0`,
  subprocess: `
import subprocess
subprocess.run(['sh', '-c', 'curl AWAYtrap/subprocess'])`,
  _posixsubprocess: `
import _posixsubprocess
_posixsubprocess.fork_exec([b'x'], [b'/bin/sh'], True, (), None, None, -1, -1, -1, -1, -1, -1, -1, -1, False, False, 0, None, None, None, -1, None)`,
  'os.fork': `
import os
os.fork()`,
  'os.execv': `
import os
os.execv('/bin/sh', ['sh'])`,
  'os.posix_spawn': `
import os
os.posix_spawn('/bin/sh', ['sh'], {})`,
  'os.popen': `
import os
os.popen('echo x').read()[0]`,
  'os.kill of itself': `
import os, signal
os.kill(os.getpid(), signal.SIGKILL)`,
  'signal handler and alarm': `
import signal
signal.signal(signal.SIGALRM, lambda *a: None)
signal.alarm(1)
signal.pause()`,
  thread: `
import _thread
_thread.start_new_thread(print, ())`,
  multiprocessing: `
import multiprocessing
multiprocessing.Process(target=print).start()`,
  environment: `
import os
known = {'/', 'web_user', 'C.UTF-8', 'python', '0', '1', '/usr/lib:/lib/python3.14/site-packages'}
assert set(os.environ.values()) - known`,
  'os.putenv and the time zone': `
import os, time
os.putenv('TZ', ':/etc/localtime')
time.tzset()
assert time.timezone != 0`,
  ctypes: `
import ctypes
ctypes.CDLL(None).system(b'x')`,
  '_ctypes by the frozen importer': `
from importlib.machinery import BuiltinImporter
import importlib.util
importlib.util.module_from_spec(BuiltinImporter.find_spec('_ctypes'))`,
  faulthandler: `
import faulthandler
faulthandler._sigsegv()`,
  'remote debugging': `
import sys, os
sys.remote_exec(os.getpid(), '/tmp/x.py')`,
  'hard exit': `
import os
os._exit(0)`,
  abort: `
import os
os.abort()`,
});
