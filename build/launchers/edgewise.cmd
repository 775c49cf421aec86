@echo off
rem The command line of the installed application. It waits until the program ends, and passes input and arguments on unchanged.
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\..\Edgewise.exe" "%~dp0..\app.asar\out\main\edgewise.js" %*
exit /b %ERRORLEVEL%
