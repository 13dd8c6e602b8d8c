//! REST `/v1`, MCP over HTTP and the discovery files, over TCP and the local socket.
