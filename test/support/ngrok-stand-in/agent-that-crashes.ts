// Entry of an agent process that ends the way the SDK does when it aborts.
process.on('message', () => process.abort());
